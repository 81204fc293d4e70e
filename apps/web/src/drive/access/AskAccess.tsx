import { createInbox } from '@awan/client/inbox'
import { ROOT_ID } from '@awan/protocol'
import { useParams } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

const MAX_MESSAGE = 500

/** A request for access that somebody is about to send. */
export interface Asking {
  state: 'closed' | 'open' | 'busy' | 'sent'
  message: string
  problem?: string | undefined
}

export const notAsking: Asking = { state: 'closed', message: '' }

/**
 * Asks those who manage what this address leads to. Nobody learns here whether there is anything. What is typed is kept by
 * whoever shows it: each time that something may have been shared, the folder is looked for again, and this is away meanwhile.
 */
export function AskAccess({
  asking: { state, message, problem },
  onChange,
}: {
  asking: Asking
  onChange: (asking: Asking) => void
}) {
  const t = useTexts()
  const client = useClient()
  const messageOf = useErrorMessage()
  const { driveId = '', folderId, fileId } = useParams({ strict: false }) as Record<string, string>

  async function send(): Promise<void> {
    onChange({ state: 'busy', message })
    try {
      const file_id = fileId ?? folderId ?? ROOT_ID
      await createInbox(client).ask({ drive_id: driveId, file_id, message })
      onChange({ state: 'sent', message })
    } catch (error) {
      onChange({ state: 'open', message, problem: messageOf(error) })
    }
  }

  if (state === 'sent') {
    return (
      <p role="status" className="w-full text-pretty">
        {t('ask.sent')}
      </p>
    )
  }
  if (state === 'closed') {
    return (
      <Button look="quiet" onClick={() => onChange({ state: 'open', message })}>
        {t('ask.access')}
      </Button>
    )
  }
  return (
    <form
      aria-label={t('ask.access')}
      className="mt-2 flex w-full flex-col gap-3 text-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (state === 'open') void send()
      }}
    >
      <TextArea
        label={t('ask.message')}
        hint={t('ask.hint')}
        value={message}
        maxLength={MAX_MESSAGE}
        onChange={({ target }) => onChange({ state: 'open', message: target.value })}
      />
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      <Button type="submit" busy={state === 'busy'}>
        {t('ask.send')}
      </Button>
    </form>
  )
}
