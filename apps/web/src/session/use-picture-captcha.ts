import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../i18n/LanguageProvider.tsx'
import { useClient } from './ClientProvider.tsx'
import type { OpenQuestion } from './captcha-desk.ts'
import { useErrorHandler } from './use-error-handler.ts'

interface Picture {
  token: string
  /** A `data:` address. */
  image: string
  /** A `blob:` address, which is what our policy lets play. */
  sound?: string
}

/** A code to read or to hear, until the right one is typed. */
export function usePictureCaptcha(question: OpenQuestion) {
  const client = useClient()
  const { tag } = useLanguage()
  const handleError = useErrorHandler()
  const [waysIn] = useState(() => createWaysIn(client))
  const [picture, setPicture] = useState<Picture>()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function draw({ audio }: { audio: boolean }) {
    setBusy(true)
    try {
      const { action, meta } = question
      const drawn = await waysIn.captcha.start({ action, meta, locale: tag, audio })
      setPicture({
        token: drawn.token,
        image: drawn.data,
        ...(drawn.audio === undefined ? {} : { sound: toBlobAddress(drawn.audio) }),
      })
      setTyped('')
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }

  async function check() {
    if (isBusy || !picture) return
    if (typed.trim() === '') return setWrong(true)
    setBusy(true)
    try {
      const { captcha_token } = await waysIn.captcha.check({ token: picture.token, key: typed })
      question.answer(captcha_token)
    } catch (error) {
      if (!isServiceError(error, 'captcha_invalid', 'invalid_argument')) handleError(error)
      else {
        setWrong(true)
        await draw({ audio: picture.sound !== undefined })
      }
    } finally {
      setBusy(false)
    }
  }

  const drawFirst = useEffectEvent(() => draw({ audio: false }))
  useEffect(() => {
    void drawFirst()
  }, [])
  const sound = picture?.sound
  useEffect(() => () => void (sound && URL.revokeObjectURL(sound)), [sound])

  return {
    picture,
    typed,
    type(text: string) {
      setTyped(text)
      setWrong(false)
    },
    isWrong,
    isBusy,
    check,
    another: () => draw({ audio: sound !== undefined }),
    hear: () => draw({ audio: true }),
  }
}

function toBlobAddress(dataAddress: string): string {
  const [head = '', body = ''] = dataAddress.split(',', 2)
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'audio/wav'
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  return URL.createObjectURL(new Blob([bytes], { type }))
}
