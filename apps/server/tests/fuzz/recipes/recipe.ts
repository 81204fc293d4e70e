import type { Scene, Somebody } from './scene.ts'

/** A request that succeeds when it is sent as it is. */
export interface Ready {
  /** Whose call it is; nobody's where it is left out. */
  by?: Somebody
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, unknown> | Buffer
}

/** Brings about what a call needs, and gives the call. */
export type Recipe = (scene: Scene) => Promise<Ready> | Ready

/** By method and path of the document: `GET /v1/user/me`. */
export type Recipes = Readonly<Record<`${string} /${string}`, Recipe>>
