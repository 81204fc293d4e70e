import type { AdminProvider } from '@awan/client/admin'
import { useNavigate, useParams } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
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
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { ProviderForm } from './ProviderForm.tsx'
import { useProviders } from './ProvidersScreen.tsx'
import { factsOfPreset, type ProviderPreset, presets } from './preset-parts.ts'
import {
  isMoved,
  newProvider,
  type ProviderDraft,
  toProviderDraft,
  toProviderFields,
} from './provider-draft.ts'

/** Sets a third party up. */
export function NewProviderScreen() {
  const t = useTexts()
  const params = useParams({ from: '/queries/shell/admin/providers/new/$preset' })
  const preset = presets.find((one) => one === params.preset)
  const back = useBack()
  if (!preset) return <MissingProvider />
  return (
    <AdminPage
      key={preset}
      title={t('admin.provider.new', { name: factsOfPreset(preset).name })}
      back={back}
    >
      <Editor preset={preset} start={newProvider(preset)} hasSecret={false} isNew />
    </AdminPage>
  )
}

/** Changes how a third party is set up, or forgets it. */
export function ProviderScreen() {
  const t = useTexts()
  const { providerId } = useParams({ from: '/queries/shell/admin/providers/$providerId' })
  const query = useProviders()
  const back = useBack()
  const provider = query.data?.providers.find(({ id }) => id === providerId)
  if (query.data && !provider) return <MissingProvider />
  return (
    <AdminPage
      key={provider?.id}
      title={provider?.name ?? t('admin.nav.providers')}
      back={back}
      badges={
        provider ? (
          <Badge tone={provider.is_enabled ? 'good' : 'bad'}>
            {t(provider.is_enabled ? 'admin.on' : 'admin.off')}
          </Badge>
        ) : undefined
      }
      {...(provider?.source === 'environment' && { intro: t('admin.provider.environment') })}
    >
      <Loaded query={{ ...query, data: provider }}>
        {(found) => (
          <>
            <Editor
              preset={found.preset}
              start={toProviderDraft(found)}
              hasSecret={found.has_secret && found.source === 'database'}
              isNew={false}
            />
            {found.source === 'database' ? <Removal provider={found} /> : null}
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Editor({
  preset,
  start,
  hasSecret,
  isNew,
}: {
  preset: ProviderPreset
  start: ProviderDraft
  hasSecret: boolean
  isNew: boolean
}) {
  const t = useTexts()
  const { providers } = useAdmin()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(start)
  const save = useAct({
    run: (_: undefined, sudo_token) =>
      providers.save(draft.id, { ...toProviderFields(preset, draft), sudo_token }),
    done: t('admin.saved'),
    onDone: () => void navigate({ to: '/admin/providers' }),
    onError: useErrorHandler(),
  })
  return (
    <ProviderForm
      preset={preset}
      draft={draft}
      isNew={isNew}
      hasSecret={hasSecret}
      isMoved={!isNew && isMoved(draft, start)}
      isBusy={save.isPending}
      onChange={setDraft}
      onSubmit={() => save.mutate(undefined)}
    />
  )
}

function Removal({ provider: { id, name } }: { provider: AdminProvider }) {
  const t = useTexts()
  const { providers } = useAdmin()
  const navigate = useNavigate()
  const [act, setAct] = useState<Act>()
  return (
    <div className="mt-9">
      <Section title={t('admin.person.acts')}>
        <ActRow
          text={t('admin.provider.remove.text')}
          button={t('admin.remove')}
          isDanger
          onPress={() =>
            setAct({
              title: t('admin.remove.title', { name }),
              text: t('admin.provider.remove.text'),
              confirm: t('admin.remove'),
              isDanger: true,
              run: ({ sudo_token }) => providers.remove(id, { sudo_token }),
              done: t('admin.removed', { name }),
              onDone: () => void navigate({ to: '/admin/providers', replace: true }),
            })
          }
        />
      </Section>
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
    </div>
  )
}

function MissingProvider() {
  const t = useTexts()
  const back = useBack()
  return (
    <AdminPage title={t('missing.title')} back={back}>
      <Empty icon={KeyRound} title={t('admin.provider.missing')} />
    </AdminPage>
  )
}

function useBack() {
  const t = useTexts()
  return { to: '/admin/providers', label: t('admin.nav.providers') }
}
