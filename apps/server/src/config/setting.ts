import type { Parser } from './parsers.ts'

interface Described<T> {
  name: string
  meaning: string
  /** The text may hold a password: it is never repeated, not even when it is wrong. */
  isSecret?: true
  parse: Parser<T>
}

export interface WithDefault<T> extends Described<T> {
  /** Taken when the variable is not set; goes through the same parser. */
  fallback: string
}

export interface Optional<T> extends Described<T> {
  /** In words, what holds when the variable is not set. */
  whenUnset: string
}

/** One environment variable. Everything that is said about it anywhere comes from here. */
export type Setting = WithDefault<unknown> | Optional<unknown>

/** The values of settings by key: those with a default are always there. */
export type ValuesOf<Settings> = {
  [K in keyof Settings]: Settings[K] extends WithDefault<infer T>
    ? T
    : Settings[K] extends Optional<infer T>
      ? T | undefined
      : never
}

export function withDefault<T>(setting: WithDefault<T>): WithDefault<T> {
  return setting
}

export function optional<T>(setting: Optional<T>): Optional<T> {
  return setting
}
