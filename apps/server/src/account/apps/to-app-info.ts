import type { Client } from './clients.ts'

/** What a person is shown of an app; its addresses and its secret stay here. */
export function toAppInfo({ id, name, description, picture, url }: Client): {
  id: string
  name: string
  description?: string
  picture?: string
  url?: string
} {
  return {
    id,
    name,
    ...(description !== null && { description }),
    ...(picture !== null && { picture }),
    ...(url !== null && { url }),
  }
}
