import { z } from 'zod'

/** Fields that several account calls share. Longer strings than these are refused before any work. */
export const clientId = z.string().min(1).max(128)
export const clientSecret = z.string().max(512)
export const email = z.string().trim().max(254).pipe(z.email())
/** As the profile shows it, `r***@example.org`: names a contact of the signed-in person alone. */
export const maskedEmail = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]{1,2}\*{3}@[^\s@]+$/)
export const phoneNumber = z.string().trim().min(5).max(32)
export const username = z.string().trim().min(1).max(254)
/** What a person types to sign in; a stored password of any length that we ever took must fit. */
export const password = z.string().min(1).max(1024)
export const newPassword = z.string().min(8).max(1024)
export const opaqueToken = z.string().min(1).max(4096)
/** `google`, `github`, ...: as the operator has set it up. */
export const providerId = z.string().regex(/^[\w-]{1,64}$/)
export const locale = z.string().max(35)

/** A JSON object with nothing in it; the wire never answers with an empty body. */
export const nothing = z.object({})
