import { isServiceError } from '@awan/protocol/errors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useClient } from '../../../session/ClientProvider.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { nameOf, type Shareable } from '../grantee.ts'
import { useShareProblem } from '../share-problem.ts'
import { readTyped } from './typed-contact.ts'

const MOST = 6

/** Those whom the person shares with already, by a part of the name. */
export function useSuggestedPeople(query: string, isWanted: boolean): readonly Shareable[] {
  const drive = useDrive()
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['drive', 'grantees', query],
    queryFn: ({ signal }) => drive.shares.suggest({ query, limit: MOST }, { signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const found = (data?.grantees ?? []).filter((grantee) => grantee.kind !== 'link')
  if (!isPlaceholderData) return found
  // Until the answer is there, only those of the last one that fit: Enter may come before it.
  return found.filter((grantee) => nameOf(grantee).toLowerCase().includes(query.toLowerCase()))
}

/** Finds somebody by a whole contact, or says why not. An e-mail without an account gets an invitation. */
export function useFindPerson(): (
  typed: string,
) => Promise<{ found: Shareable } | { problem: string }> {
  const t = useTexts()
  const client = useClient()
  const problemOf = useShareProblem()
  return async (typed) => {
    const read = readTyped(typed)
    if ('problem' in read) {
      const { problem, text } = read
      return {
        problem: t(`share.people.${problem}`, { text }),
      }
    }
    const { kind, text, query } = read.contact
    try {
      const [person] = (await client.user.query(query)).data
      if (person) {
        const { sub, name, picture } = person
        return { found: { kind: 'person', sub, name, ...(picture && { picture }) } }
      }
    } catch (error) {
      if (isServiceError(error, 'resource_exhausted')) {
        return { problem: t('share.people.tooMany') }
      }
      if (isServiceError(error, 'invalid_argument') && kind === 'phone') {
        return { problem: t('share.people.wrongPhone') }
      }
      return { problem: problemOf(error) }
    }
    if (kind === 'email') return { found: { kind: 'email', email: text } }
    return {
      problem: t(kind === 'phone' ? 'share.people.unknownPhone' : 'share.people.unknownUsername', {
        text,
      }),
    }
  }
}
