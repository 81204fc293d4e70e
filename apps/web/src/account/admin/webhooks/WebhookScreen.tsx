import type { AdminWebhook } from '@awan/client/admin'
import { isServiceError } from '@awan/protocol/errors'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { type Act, ActDialog } from '../ActDialog.tsx'
import { ActRow } from '../ActRow.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { SecretDialog } from '../Secret.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { Deliveries } from './Deliveries.tsx'
import { toWebhookFields, WebhookForm } from './WebhookForm.tsx'
import { useWebhooks } from './WebhooksScreen.tsx'

/** One address: what was sent to it, and how it is set up. */
export function WebhookScreen() {
  const t = useTexts()
  const { webhookId } = useParams({ from: '/queries/shell/admin/webhooks/$webhookId' })
  const query = useWebhooks()
  const webhook = query.data?.webhooks.find(({ id }) => id === webhookId)
  const back = { to: '/admin/webhooks', label: t('admin.nav.webhooks') }
  if (query.data && !webhook) {
    return (
      <AdminPage title={t('missing.title')} back={back}>
        <Empty icon={Webhook} title={t('admin.webhook.missing')} />
      </AdminPage>
    )
  }
  return (
    <AdminPage
      key={webhook?.id}
      title={webhook ? (URL.parse(webhook.url)?.host ?? webhook.url) : t('admin.nav.webhooks')}
      back={back}
      badges={
        webhook ? (
          <Badge tone={webhook.is_enabled ? 'good' : 'bad'}>
            {t(webhook.is_enabled ? 'admin.on' : 'admin.off')}
          </Badge>
        ) : undefined
      }
    >
      <Loaded query={{ ...query, data: webhook }}>
        {(found) => (
          <>
            <Editor webhook={found} />
            <div className="mt-9">
              <Deliveries webhook={found} />
              <Acts webhook={found} />
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Editor({ webhook: { id, url, event_types } }: { webhook: AdminWebhook }) {
  const t = useTexts()
  const { webhooks } = useAdmin()
  const handleError = useErrorHandler()
  const [draft, setDraft] = useState({
    url,
    takesAll: event_types.length === 0,
    types: event_types,
  })
  const change = useAct({
    run: (_: undefined, sudo_token) =>
      webhooks.change(id, { ...toWebhookFields(draft), sudo_token }),
    done: t('admin.saved'),
    onError: (error) => {
      if (!isServiceError(error, 'invalid_argument')) handleError(error)
    },
  })
  return (
    <WebhookForm
      draft={draft}
      submitLabel={t('admin.save')}
      isBusy={change.isPending}
      error={change.error}
      onChange={(next) => {
        change.reset()
        setDraft(next)
      }}
      onSubmit={() => change.mutate(undefined)}
    />
  )
}

function Acts({ webhook: { id, url, is_enabled } }: { webhook: AdminWebhook }) {
  const t = useTexts()
  const { webhooks } = useAdmin()
  const navigate = useNavigate()
  const [act, setAct] = useState<Act>()
  const [secret, setSecret] = useState<string>()
  const name = URL.parse(url)?.host ?? url
  return (
    <Section title={t('admin.person.acts')}>
      <ActRow
        text={t('admin.webhook.renew.text')}
        button={t('admin.secret.renew')}
        onPress={() =>
          setAct({
            title: t('admin.secret.renew.title', { name }),
            text: t('admin.webhook.renew.text'),
            confirm: t('admin.secret.renew'),
            isDanger: true,
            run: async ({ sudo_token }) =>
              setSecret((await webhooks.renewSecret(id, { sudo_token })).secret),
            done: t('admin.secret.renewed'),
          })
        }
      />
      <ActRow
        text={t(is_enabled ? 'admin.webhook.disable.text' : 'admin.webhook.enable.text')}
        button={t(is_enabled ? 'admin.turnOff' : 'admin.turnOn')}
        onPress={() =>
          setAct({
            title: t(is_enabled ? 'admin.turnOff.title' : 'admin.turnOn.title', { name }),
            text: t(is_enabled ? 'admin.webhook.disable.text' : 'admin.webhook.enable.text'),
            confirm: t(is_enabled ? 'admin.turnOff' : 'admin.turnOn'),
            run: ({ sudo_token }) => webhooks.change(id, { is_enabled: !is_enabled, sudo_token }),
            done: t('admin.saved'),
          })
        }
      />
      <ActRow
        text={t('admin.webhook.remove.text')}
        button={t('admin.remove')}
        isDanger
        onPress={() =>
          setAct({
            title: t('admin.remove.title', { name }),
            text: t('admin.webhook.remove.text'),
            confirm: t('admin.remove'),
            isDanger: true,
            run: ({ sudo_token }) => webhooks.remove(id, { sudo_token }),
            done: t('admin.removed', { name }),
            onDone: () => void navigate({ to: '/admin/webhooks', replace: true }),
          })
        }
      />
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
      {secret === undefined ? null : (
        <SecretDialog
          title={t('admin.secret.renewed')}
          fields={[{ label: t('admin.webhook.secret'), value: secret }]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Section>
  )
}
