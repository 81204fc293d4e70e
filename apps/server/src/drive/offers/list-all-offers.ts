import type { Offer } from '@awan/protocol/drive'
import type { Offers } from './offers.ts'

/** What a person offers to others, and others to them, for a copy of what the server knows of them. */
export async function listAllOffers(offers: Pick<Offers, 'list'>, sub: string): Promise<object[]> {
  const { given, received } = await offers.list({ kind: 'person', sub })
  return [
    ...given.map((offer) => ({ shared: 'offered by me', ...toFacts(offer) })),
    ...received.map((offer) => ({ shared: 'offered to me', ...toFacts(offer) })),
  ]
}

function toFacts({ file, from, to, note, created_time, expires_time }: Offer): object {
  return { file: file?.name, from, to, note, created_time, expires_time }
}
