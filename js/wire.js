/** Views, events and facts as the server's messages have them, with all fields; the page uses them. */

export { wireFacts, wireHistory, wireView } from "./match.js";
