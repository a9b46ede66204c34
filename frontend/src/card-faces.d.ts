/** The address of every card of every set, made by card-faces-plugin.ts. */
declare module "virtual:card-faces" {
  type Faces = Record<string, string>;
  const addresses: Record<
    "french" | "frenchLarge" | "fourColour" | "fourColourLarge" | "german" | "germanLarge",
    Faces
  >;
  export default addresses;
}
