import { isServiceError } from '@awan/protocol/errors'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { AdminPage } from '../AdminPage.tsx'
import { SecretDialog } from '../Secret.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { toWebhookFields, WebhookForm } from './WebhookForm.tsx'

/** Adds an address, and shows the secret that signs what it gets, this once. */
export function NewWebhookScreen() {
  const t = useTexts()
  const { webhooks } = useAdmin()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  const [draft, setDraft] = useState({ url: '', takesAll: true, types: [] as string[] })
  const create = useAct({
    run: (_: undefined, sudo_token) => webhooks.create({ ...toWebhookFields(draft), sudo_token }),
    done: t('admin.webhook.added'),
    onError: (error) => {
      if (!isServiceError(error, 'invalid_argument')) handleError(error)
    },
  })
  const made = create.data?.result
  return (
    <AdminPage
      title={t('admin.webhook.add')}
      back={{ to: '/admin/webhooks', label: t('admin.nav.webhooks') }}
    >
      <WebhookForm
        draft={draft}
        submitLabel={t('admin.webhook.add')}
        isBusy={create.isPending}
        error={create.error}
        onChange={(next) => {
          create.reset()
          setDraft(next)
        }}
        onSubmit={() => create.mutate(undefined)}
      />
      {made ? (
        <SecretDialog
          title={t('admin.webhook.added')}
          fields={[{ label: t('admin.webhook.secret'), value: made.secret }]}
          onClose={() =>
            void navigate({
              to: '/admin/webhooks/$webhookId',
              params: { webhookId: made.webhook.id },
              replace: true,
            })
          }
        />
      ) : null}
    </AdminPage>
  )
}
