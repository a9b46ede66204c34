/** Made by the build (faces.ts beside vite.config.ts): where every card of every set is. */
declare module "virtual:card-faces" {
  type Faces = Record<string, string>;
  const addresses: Record<
    "french" | "frenchLarge" | "fourColour" | "fourColourLarge" | "german" | "germanLarge",
    Faces
  >;
  export default addresses;
}
