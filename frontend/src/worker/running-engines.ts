/** Engines of the running matches on this device. */

const DATABASE = "schwimmen";
const STORE = "tables";

/** Part of a stored table that is used. */
interface Row {
  /** Address of the script that plays the table. */
  engine: string;
  over: boolean;
  closed: string | null;
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" &&
  value !== null &&
  "engine" in value &&
  typeof value.engine === "string" &&
  "over" in value &&
  "closed" in value;

const engineOf = ({ engine }: Row) => engine;

/** Return the addresses of the engines of running matches, or null if they cannot be read. */
export async function runningEngines(): Promise<Set<string> | null> {
  try {
    const rows = (await storedTables()).filter(isRow);
    return new Set(rows.filter(({ over, closed }) => !over && closed === null).map(engineOf));
  } catch {
    return null;
  }
}

/** Return the rows of all tables; an empty list if the database or its store is missing. */
function storedTables(): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    let isNew = false;
    // Only the page may create the database: abort its creation.
    opening.onupgradeneeded = () => {
      isNew = true;
      opening.transaction?.abort();
    };
    opening.onerror = () =>
      isNew ? resolve([]) : reject(opening.error ?? new Error("unreadable"));
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      if (!database.objectStoreNames.contains(STORE)) {
        database.close();
        resolve([]);
        return;
      }
      const reading = database.transaction(STORE).objectStore(STORE).getAll();
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error ?? new Error("unreadable"));
      reading.transaction?.addEventListener("complete", () => database.close());
    };
  });
}
