import { Link } from '@tanstack/react-router'
import { Check, MonitorSmartphone, Undo2 } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { GrantHeading, GrantLayout, GrantSign } from '../grants/GrantLayout.tsx'
import { DeviceLook } from './DeviceLook.tsx'
import { ScanButton } from './ScanButton.tsx'
import { useDevice } from './use-device.ts'
import { readUserCode, USER_CODE_LETTERS } from './user-code.ts'

type Flow = ReturnType<typeof useDevice>

/** RFC 8628, 3.3: on the device where a person is signed in, they let another one in. */
export function DeviceScreen() {
  const t = useTexts()
  const flow = useDevice()
  usePageTitle(t('device.page'), t('app.name'))
  return (
    <GrantLayout>
      {flow.step.name === 'code' ? <CodeStep flow={flow} /> : null}
      {flow.step.name === 'look' ? <DeviceLook flow={flow} {...flow.step} /> : null}
      {flow.step.name === 'done' ? <DoneStep flow={flow} {...flow.step} /> : null}
    </GrantLayout>
  )
}

function CodeStep({ flow }: { flow: Flow }) {
  const t = useTexts()
  return (
    <>
      <GrantHeading
        quiet
        title={t('device.title')}
        picture={<GrantSign icon={MonitorSmartphone} look="good" />}
      >
        {t('device.subtitle')}
      </GrantHeading>
      <form noValidate onSubmit={flow.submitCode} className="flex flex-col gap-4">
        <CodeField
          label={t('device.code')}
          digits={USER_CODE_LETTERS}
          groupSize={USER_CODE_LETTERS / 2}
          read={readUserCode}
          inputMode="text"
          autoComplete="off"
          autoCapitalize="characters"
          autoFocus
          value={flow.code}
          onValue={flow.typeCode}
          error={flow.problem}
        />
        <Button type="submit" size="large" busy={flow.busy === 'look'}>
          {t('device.continue')}
        </Button>
      </form>
      <ScanButton onCode={flow.typeCode} />
    </>
  )
}

function DoneStep({ flow, isApproved, app }: { flow: Flow; isApproved: boolean; app: string }) {
  const t = useTexts()
  return (
    <>
      <GrantHeading
        title={t(isApproved ? 'device.approved' : 'device.refused')}
        picture={isApproved ? <GrantSign icon={Check} look="good" /> : <GrantSign icon={Undo2} />}
      >
        {isApproved ? t('device.approved.hint', { app }) : t('device.refused.hint')}
      </GrantHeading>
      <div className="flex flex-col gap-2">
        <Link to="/files" className={buttonClass({ size: 'large' })}>
          {t('missing.home')}
        </Link>
        <Button look="quiet" size="large" onClick={flow.again}>
          {t('device.another')}
        </Button>
      </div>
    </>
  )
}
