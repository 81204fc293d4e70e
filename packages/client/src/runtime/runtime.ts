import type { ClientInfo } from './client-info.ts'

/**
 * Everything that the client needs of its platform. The core knows nothing else, so that browser,
 * webview, Node and tests run the same code.
 */
export interface Runtime {
  fetch(url: string, init: RequestInit): Promise<Response>
  readonly storage: KeyValueStorage
  readonly changes: ChangeChannel
  /**
   * Runs the task while no other tab runs one of this name, as far as the platform can tell. After
   * `waitMs` the task runs without the lock: a frozen tab must not stop the others. `mayLag` says
   * that another tab had it just before, and that what it stored may still be on its way here.
   */
  lock<T>(
    name: string,
    task: (mayLag?: boolean) => Promise<T>,
    limits: { waitMs: number },
  ): Promise<T>
  randomBytes(length: number): Uint8Array
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once, and returns what cancels it. */
  startTimer(delayMs: number, fire: () => void): () => void
  /** Absent where the platform has none: browsers withhold it from pages without TLS. */
  readonly sha256: ((bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>) | undefined
  /** Where the platform computes it faster than what is loaded otherwise. */
  readonly blake3?: ((bytes: Uint8Array) => Uint8Array) | undefined
  /** The language that the platform prefers. */
  locale(): string | undefined
  /** What the platform says about itself. */
  info(): ClientInfo
  /** Absent where there is no document: in Node and in workers. */
  readonly page: Page | undefined
}

/** What only a page of a browser or a webview has. */
export interface Page {
  /** Cookies as `document` reads and takes them, one `name=value; path=/` at a time. */
  readonly document: { cookie: string }
  /** Without its port: `drive.example.org`. */
  readonly hostName: string
  /** Whether it came over TLS. */
  readonly isSecure: boolean
  /** Runs a script from an address, and resolves when it has run. */
  loadScript(url: string): Promise<void>
  /** What a script or a shell has put on the page under this name. */
  global(name: string): unknown
  /** Puts a function where a shell can call it; returns what takes it away. */
  expose(name: string, value: (...args: never[]) => unknown): () => void
}

/** Small texts by key, at once: a session is known before the first frame. */
export interface KeyValueStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
  /** All of them, in no order. */
  keys(): string[]
}

/** Tells other tabs that the value of a key changed, never what it is. */
export interface ChangeChannel {
  announce(key: string): void
  listen(key: string, changed: () => void): () => void
}
