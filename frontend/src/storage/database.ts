/** Databases of the browser (IndexedDB) that are open only while they are used. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

/**
 * Return a function that runs an action with a database, which is closed afterwards; `create` makes
 * its stores if it is new.
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
