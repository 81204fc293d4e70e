import { createInbox } from '@awan/client/inbox'
import { ROOT_ID } from '@awan/protocol'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

const MAX_MESSAGE = 500

/** Asks those who manage what this address leads to. Nobody learns here whether there is anything. */
export function AskAccess() {
  const t = useTexts()
  const client = useClient()
  const messageOf = useErrorMessage()
  const { driveId = '', folderId, fileId } = useParams({ strict: false }) as Record<string, string>
  const [state, setState] = useState<'closed' | 'open' | 'busy' | 'sent'>('closed')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()

  async function send(): Promise<void> {
    setState('busy')
    setProblem(undefined)
    try {
      const file_id = fileId ?? folderId ?? ROOT_ID
      await createInbox(client).ask({ drive_id: driveId, file_id, message })
      setState('sent')
    } catch (error) {
      setProblem(messageOf(error))
      setState('open')
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
      <Button look="quiet" onClick={() => setState('open')}>
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
        onChange={({ target }) => setMessage(target.value)}
      />
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      <Button type="submit" busy={state === 'busy'}>
        {t('ask.send')}
      </Button>
    </form>
  )
}
