/** Databases of the browser (IndexedDB) that are open only while in use. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

/**
 * Return a function that runs an action with a database and then closes it; `create` makes the
 * stores of a new database.
 */
export function database<S extends DBSchema>(
  name: string,
  create: (created: IDBPDatabase<S>) => void,
) {
  return async <T>(action: (opened: IDBPDatabase<S>) => Promise<T>): Promise<T> => {
    const opened = await openDB<S>(name, 1, { upgrade: create });
    try {
      return await action(opened);
    } finally {
      opened.close();
    }
  };
}
