import { ServiceError } from '@awan/protocol/errors'
import type { useRouter } from '@tanstack/react-router'
import type { ContactDraft } from '../contact-field/contact-draft.ts'

/** A contact is proven and has no account: where one can be made, the same code makes it. */
export async function meetNobody(
  router: ReturnType<typeof useRouter>,
  found: { contact: ContactDraft; proof: string; from: string | undefined; canRegister: boolean },
): Promise<void> {
  const { contact, proof, from, canRegister } = found
  // As the sign-in itself would answer.
  if (!canRegister) throw new ServiceError('user_not_exist')
  const search = from === undefined ? {} : { from }
  await router.navigate({ to: '/signup', search, state: { contact, proof, step: 'proven' } })
}
