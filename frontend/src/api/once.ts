/** Return a function that makes something once; after a failure the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    made.catch(() => (made = null));
    return made;
  };
}
