/** Data of the strong levels, kept for offline play in a cache that the service worker reads. */
import { request } from "../api/http";
import { besidePage } from "../site";
import { addressIn, CacheNames, CATALOGUE } from "../worker/cache-plan";

/** List of the data's files, and the file with the outcomes of rounds. */
export interface DataCatalogue {
  files: readonly DataFile[];
  outcomes: DataFile;
}

export interface DataFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** Return the address of the page's folder. */
const base = () => new URL(besidePage("/"), document.baseURI).href;

/** Return the name of the cache of the data. */
const cacheName = () => new CacheNames(base()).data;

/** Return the address of the folder of the data. */
export const dataFolder = (): URL => new URL("engine-data/", base());

const addressOf = ({ name }: DataFile) => new URL(name, dataFolder()).href;
const filesOf = ({ files, outcomes }: DataCatalogue) => [...files, outcomes];
const sizeOf = (files: readonly DataFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether this page can keep data, which browsers permit over https and on localhost only. */
export const canKeep = (): boolean =>
  "caches" in globalThis && "serviceWorker" in navigator && document.querySelector(BUILD) !== null;
const BUILD = 'meta[name="build"]'; // the development server has no service worker

/** Load the list of the data, or throw an ApiError. */
export const loadCatalogue = () => request<DataCatalogue>(CATALOGUE);

/** Return the size of all data in bytes. */
export const totalBytes = (catalogue: DataCatalogue): number => sizeOf(filesOf(catalogue));

/** Return the number of bytes that are kept. */
export async function keptBytes(catalogue: DataCatalogue): Promise<number> {
  const kept = new Set((await (await caches.open(cacheName())).keys()).map(({ url }) => url));
  return sizeOf(filesOf(catalogue).filter((file) => kept.has(addressOf(file))));
}

/**
 * Keep all data and delete those of earlier versions; kept files are not fetched again.
 *
 * @throws Error if a file cannot be fetched or stored; earlier files stay.
 */
export async function keepOffline(
  catalogue: DataCatalogue,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const cache = await caches.open(cacheName());
  const list = addressIn(base(), CATALOGUE);
  const wanted = new Set([list]);
  let done = 0;
  for (const file of filesOf(catalogue)) {
    const address = addressOf(file);
    wanted.add(address);
    if (!(await cache.match(address))) await cache.put(address, await fetchIntact(address, file));
    onProgress((done += file.bytes));
  }
  await cache.put(list, Response.json(catalogue));
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

/** Delete all kept data. */
export const removeKept = (): Promise<boolean> => caches.delete(cacheName());

/** Fetch a file and check it against its hash in the catalogue, or throw. */
async function fetchIntact(address: string, { sha256 }: DataFile): Promise<Response> {
  const bytes = sha256.match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
  const integrity = `sha256-${btoa(String.fromCharCode(...bytes))}`;
  const response = await fetch(address, { integrity });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
