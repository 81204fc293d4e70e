import type { AwanClient } from '@awan/client'

// What the examples take for granted: see "About the examples" in README.md.
declare global {
  /** The client that the quick start makes. */
  const client: AwanClient
  /** What the person has typed into your form. */
  const email: string
  const password: string
  const new_password: string
  /** Shows a field of your form, and gives what the person typed there. */
  function ask(question: string): Promise<string>
  /** Puts something on your screen. */
  function show(...what: unknown[]): void
}
