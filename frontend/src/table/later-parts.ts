/** Components of a table's page that its first deal does not need. */
export { default as ShuffleAgreement } from "../fairness/ShuffleAgreement.svelte";
export { default as SignedOutNotice } from "../ui/SignedOutNotice.svelte";
export { default as KeyboardHelp } from "./hand/KeyboardHelp.svelte";
export { default as MoveHint } from "./hints/MoveHint.svelte";
export { default as History } from "./history/History.svelte";
export { default as LeaveDialog } from "./LeaveDialog.svelte";
export { default as AbsenceNotice } from "./people/AbsenceNotice.svelte";
export { default as ReactionMenu } from "./people/ReactionMenu.svelte";
export { default as TakeOverNotice } from "./people/TakeOverNotice.svelte";
export { default as QuickSettings } from "./QuickSettings.svelte";
export { default as Showdown } from "./showdown/Showdown.svelte";
