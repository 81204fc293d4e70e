import type { texts as english } from '../en/account.ts'

export const texts: Record<keyof typeof english, string> = {}
