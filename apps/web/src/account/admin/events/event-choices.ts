import { accountEventTypes } from '@awan/protocol/account-event-types'
import type { Translate } from '../../../i18n/keys.ts'
import { eventWords } from '../../activity/event-words.ts'

/** All that can happen, in words, as somebody who reads them looks for it. */
export function eventChoices({ t, tag }: { t: Translate; tag: string }) {
  return accountEventTypes
    .map((type) => ({ value: type, label: t(eventWords(type).text) }))
    .sort((a, b) => a.label.localeCompare(b.label, tag))
}
