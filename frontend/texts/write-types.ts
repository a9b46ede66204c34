/** Script that writes the types of the texts. */
import { writeFileSync } from "node:fs";
import { typesModule } from "./files.ts";

writeFileSync(new URL("../src/i18n/texts.generated.ts", import.meta.url), typesModule());
