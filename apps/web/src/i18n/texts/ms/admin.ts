import type { texts as english } from '../en/admin.ts'

export const texts: Record<keyof typeof english, string> = {}
