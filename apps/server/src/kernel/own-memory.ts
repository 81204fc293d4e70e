/**
 * Frees memory that the collector would find only in a full round. Bytes lie outside of the heap: left to the
 * collector, every 32 MiB of them start such a round, and those took 40 % of the server's time in an upload
 * and a sixth of it where large pages were listed.
 */
export function freeNow(bytes: Uint8Array): void {
  if (ownsMemory(bytes)) bytes.buffer.transfer(0)
}

/** Bytes that share their memory with nothing, so that it can be given to a thread; copied where need be. */
export function inOwnMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return ownsMemory(bytes) ? bytes : new Uint8Array(bytes)
}

function ownsMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength
}
