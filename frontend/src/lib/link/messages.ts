/** What goes over the connection of a table. */
import { WIRE_VERSION, type ClientMessage, type ServerMessage } from "../api/wire";

/** What is sent under an id, until the server has answered it. */
export type Message = Exclude<ClientMessage, { type: "hello" | "pace" | "ping" }>;
type WithoutId<M> = M extends Message ? Omit<M, "v" | "id"> : never;
/** What can be asked of a table; the link gives it an id. */
export type Ask = WithoutId<Message>;
export type Asked = Ask["type"];

/** Nobody waits for these before the next move. */
export const ASIDE: readonly Asked[] = ["say", "react", "commit", "reveal"];
/** Late they would mean something else. */
export const FLEETING: readonly Asked[] = ["react"];

export function parse(data: unknown): ServerMessage | "outdated" | null {
  if (typeof data !== "string") return null;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null || !("v" in message)) return null;
  return message.v === WIRE_VERSION ? (message as ServerMessage) : "outdated";
}
