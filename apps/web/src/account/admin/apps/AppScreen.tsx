import type { AdminApp } from '@awan/client/admin'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { type Act, ActDialog } from '../ActDialog.tsx'
import { ActRow } from '../ActRow.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { Copied, SecretDialog } from '../Secret.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { AppForm } from './AppForm.tsx'
import { toAppChange, toAppDraft } from './app-draft.ts'

/** One app: what it is, its secret renewed, switched off, or removed. */
export function AppScreen() {
  const t = useTexts()
  const admin = useAdmin()
  const sub = useSub()
  const { appId } = useParams({ from: '/queries/shell/admin/apps/$appId' })
  const query = useQuery({
    queryKey: ['admin', sub, 'app', appId],
    queryFn: () => admin.apps.get(appId),
  })
  const { data: app } = query
  const back = { to: '/admin/apps', label: t('admin.nav.apps') }
  if (isServiceError(query.error, 'not_found')) {
    return (
      <AdminPage title={t('missing.title')} back={back}>
        <Empty icon={AppWindow} title={t('admin.app.missing')} />
      </AdminPage>
    )
  }
  return (
    <AdminPage
      key={app?.id}
      title={app?.name ?? t('admin.nav.apps')}
      back={back}
      badges={app?.is_enabled === false ? <Badge tone="bad">{t('admin.off')}</Badge> : undefined}
    >
      <Loaded query={query}>{(found) => <AppDetails app={found} />}</Loaded>
    </AdminPage>
  )
}

function AppDetails({ app }: { app: AdminApp }) {
  const t = useTexts()
  const { apps } = useAdmin()
  const navigate = useNavigate()
  const [seen, setSeen] = useState(() => toAppDraft(app))
  const [draft, setDraft] = useState(seen)
  const [act, setAct] = useState<Act>()
  const [secret, setSecret] = useState<string>()
  const change = useAct({
    run: (_: undefined, sudo_token) =>
      apps.change(app.id, { ...toAppChange(draft, seen), sudo_token }),
    done: t('admin.saved'),
    onDone: (changed) => {
      setSeen(toAppDraft(changed))
      setDraft(toAppDraft(changed))
    },
    onError: useErrorHandler(),
  })
  const { name } = app
  return (
    <>
      <div className="max-w-xl">
        <Copied label={t('admin.app.id')} value={app.id} />
      </div>
      <div className="mt-7">
        <AppForm
          draft={draft}
          onChange={setDraft}
          submitLabel={t('admin.save')}
          isBusy={change.isPending}
          onSubmit={() => change.mutate(undefined)}
        />
      </div>
      <div className="mt-9">
        <Section title={t('admin.person.acts')}>
          {app.is_confidential ? (
            <ActRow
              text={t('admin.app.renew.text')}
              button={t('admin.secret.renew')}
              onPress={() =>
                setAct({
                  title: t('admin.secret.renew.title', { name }),
                  text: t('admin.app.renew.text'),
                  confirm: t('admin.secret.renew'),
                  isDanger: true,
                  run: async ({ sudo_token }) => {
                    const { client_secret } = await apps.renewSecret(app.id, { sudo_token })
                    setSecret(client_secret)
                  },
                  done: t('admin.secret.renewed'),
                })
              }
            />
          ) : null}
          <ActRow
            text={t(app.is_enabled ? 'admin.app.disable.text' : 'admin.app.enable.text')}
            button={t(app.is_enabled ? 'admin.turnOff' : 'admin.turnOn')}
            onPress={() =>
              setAct({
                title: t(app.is_enabled ? 'admin.turnOff.title' : 'admin.turnOn.title', { name }),
                text: t(app.is_enabled ? 'admin.app.disable.text' : 'admin.app.enable.text'),
                confirm: t(app.is_enabled ? 'admin.turnOff' : 'admin.turnOn'),
                run: ({ sudo_token }) =>
                  apps.change(app.id, { is_enabled: !app.is_enabled, sudo_token }),
                done: t('admin.saved'),
              })
            }
          />
          <ActRow
            text={t('admin.app.remove.text')}
            button={t('admin.remove')}
            isDanger
            onPress={() =>
              setAct({
                title: t('admin.remove.title', { name }),
                text: t('admin.app.remove.text'),
                confirm: t('admin.remove'),
                isDanger: true,
                run: ({ sudo_token }) => apps.remove(app.id, { sudo_token }),
                done: t('admin.removed', { name }),
                onDone: () => void navigate({ to: '/admin/apps', replace: true }),
              })
            }
          />
        </Section>
      </div>
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
      {secret === undefined ? null : (
        <SecretDialog
          title={t('admin.secret.renewed')}
          fields={[{ label: t('admin.app.secret'), value: secret }]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
