import type { texts as english } from '../en/grants.ts'

export const texts: Record<keyof typeof english, string> = {}
