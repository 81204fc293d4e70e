import type { AwanClient } from '@awan/client'
import { useEffect, useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { type ContactDraft, emptyContact } from './contact-draft.ts'

const kept = new WeakMap<AwanClient, ContactDraft>()

/**
 * The contact of an entrance screen. What was typed is found again on the way back, and at the other
 * ways in, until somebody has come in: the next person starts with an empty field.
 */
export function useKeptContact(
  choose: (typed: ContactDraft | undefined) => ContactDraft | undefined,
): [ContactDraft, (draft: ContactDraft) => void] {
  const client = useClient()
  const [contact, setContact] = useState(() => choose(kept.get(client)) ?? emptyContact())
  useEffect(() => client.session.subscribe(() => void kept.delete(client)), [client])
  return [
    contact,
    (draft) => {
      kept.set(client, draft)
      setContact(draft)
    },
  ]
}
