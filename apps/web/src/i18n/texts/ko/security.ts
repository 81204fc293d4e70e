import type { texts as english } from '../en/security.ts'

export const texts: Record<keyof typeof english, string> = {}
