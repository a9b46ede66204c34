/** The settings by the kind of control they have. */
export type ChoiceName = "language" | "theme" | "cards" | "back" | "pace" | "motion";
export type SwitchName = "memory" | "confirm" | "sound" | "haptics";
