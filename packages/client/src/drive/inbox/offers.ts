import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  acceptOffer,
  createOffer,
  declineOffer,
  inspectOffer,
  listOffers,
  Offer,
  Task,
  takeBackOffer,
} from '@awan/protocol/drive'
import type { DriveHost } from '../drive-host.ts'

export type NewOffer = BodySent<typeof createOffer>
/** The user's own drive and its top folder, unless told. */
export type OfferPlace = BodySent<typeof acceptOffer>

/** What the user hands over to others, and others to them. */
export interface Offers {
  /**
   * Offers a file or folder to a person, who becomes its owner by accepting.
   *
   * @example await offers.make(folder.id, { to_sub: person.sub, note: 'Yours now' })
   */
  make(fileId: string, offer: NewOffer, place?: { drive_id?: string | undefined }): Promise<Offer>
  /**
   * The offers that are open.
   *
   * @example const { given, received } = await offers.list()
   */
  list(options?: { signal?: AbortSignal | undefined }): Promise<AnswerOf<typeof listOffers>>
  /**
   * Lists who keeps access to what the user is offered, and whom they answer for once they accept.
   *
   * @example const { access, more_count } = await offers.inspect(message.id)
   */
  inspect(
    id: string,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<typeof inspectOffer>>
  /**
   * Takes back an offer that nobody has answered yet.
   *
   * @example await offers.takeBack(offer.id)
   */
  takeBack(id: string): Promise<void>
  /**
   * Accepts an offer: a task moves what was offered into a folder of the user, or of a team drive.
   *
   * @example const task = await offers.accept(message.id, { parent_id: folder.id })
   */
  accept(id: string, place?: OfferPlace): Promise<Task>
  /**
   * Declines an offer. Whoever made it is told.
   *
   * @example await offers.decline(message.id)
   */
  decline(id: string): Promise<void>
}

/**
 * The offers of the signed-in user.
 *
 * @example const offers = createOffers(client)
 */
export function createOffers({ request }: DriveHost): Offers {
  return {
    make: (id, body, query = {}) =>
      request<typeof createOffer>('POST', '/drive/v1/files/{id}/offers', {
        auth: true,
        params: { id },
        query,
        body,
      }),
    list: ({ signal } = {}) =>
      request<typeof listOffers>('GET', '/drive/v1/offers', { auth: true, signal }),
    inspect: (id, { signal } = {}) =>
      request<typeof inspectOffer>('GET', '/drive/v1/offers/{id}', {
        auth: true,
        params: { id },
        signal,
      }),
    async takeBack(id) {
      await request<typeof takeBackOffer>('DELETE', '/drive/v1/offers/{id}', {
        auth: true,
        params: { id },
      })
    },
    accept: (id, body = {}) =>
      request<typeof acceptOffer>('POST', '/drive/v1/offers/{id}/accept', {
        auth: true,
        params: { id },
        body,
      }),
    async decline(id) {
      await request<typeof declineOffer>('POST', '/drive/v1/offers/{id}/decline', {
        auth: true,
        params: { id },
      })
    },
  }
}
