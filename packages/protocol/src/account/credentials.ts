import { z } from 'zod'

/** The token answer of every call that signs a person in. */
export const credentials = z.object({
  token_type: z.literal('Bearer'),
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds; the client keeps its own margin. */
  expires_in: z.number().int().positive(),
  /** The user id; an anonymous user's starts with `AMS=`. */
  sub: z.string(),
  /** Space-separated. */
  scope: z.string(),
  /** Once, after a second step with `trust_device`: this device skips it as long as it sends this. */
  device_trust_token: z.string().optional(),
})

export type Credentials = z.output<typeof credentials>
