import type { AwanClient } from '@awan/client'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageProvider, useTexts } from './i18n/LanguageProvider.tsx'
import type { LanguageStore } from './i18n/language.ts'
import type { createAppRouter } from './routes.tsx'
import { CaptchaCounter } from './session/CaptchaCounter.tsx'
import { ClientProvider } from './session/ClientProvider.tsx'
import type { CaptchaDesk } from './session/captcha-desk.ts'
import { ShellProvider } from './session/ShellProvider.tsx'
import type { Shell } from './session/shell.ts'
import { AnnouncerProvider } from './ui/Announcer.tsx'
import { ToastProvider } from './ui/Toasts.tsx'

export function App({
  client,
  captchas,
  language,
  router,
  shell,
}: {
  client: AwanClient
  captchas: CaptchaDesk
  language: LanguageStore
  router: ReturnType<typeof createAppRouter>
  shell: Shell | undefined
}) {
  return (
    <LanguageProvider store={language}>
      <ClientProvider client={client}>
        <Notes>
          <ShellProvider shell={shell}>
            <RouterProvider router={router} />
            <CaptchaCounter desk={captchas} language={language} />
          </ShellProvider>
        </Notes>
      </ClientProvider>
    </LanguageProvider>
  )
}

function Notes({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <AnnouncerProvider>
      <ToastProvider
        texts={{
          region: t('app.notifications'),
          dismiss: t('error.dismiss'),
          copy: t('error.copyRequestId'),
          copied: t('error.copied'),
        }}
      >
        {children}
      </ToastProvider>
    </AnnouncerProvider>
  )
}
