import type { Locale } from '@awan/protocol'

/**
 * A code as one SMS in each language: the code comes first, so that a locked screen shows it. Latin
 * texts keep to the GSM alphabet (160 signs), the others to 70.
 */
export const smsCodeTexts: Record<Locale, (code: string, minutes: number) => string> = {
  en: (code, minutes) =>
    `${code} is your Awan code. It works once, within ${minutes} minutes. Never pass it on.`,
  id: (code, minutes) =>
    `${code} adalah kode Awan Anda. Berlaku sekali dalam ${minutes} menit. Jangan berikan kepada siapa pun.`,
  ko: (code, minutes) =>
    `[Awan] 인증 코드 ${code}. ${minutes}분 안에 한 번만 사용할 수 있습니다. 다른 사람에게 알려 주지 마세요.`,
  ms: (code, minutes) =>
    `${code} ialah kod Awan anda. Sah sekali dalam ${minutes} minit. Jangan beri kepada sesiapa.`,
  'zh-hans': (code, minutes) =>
    `【Awan】验证码 ${code}，${minutes} 分钟内有效，仅能使用一次。请勿告诉他人。`,
  'zh-hant': (code, minutes) =>
    `【Awan】驗證碼 ${code}，${minutes} 分鐘內有效，僅能使用一次。請勿告訴他人。`,
}
