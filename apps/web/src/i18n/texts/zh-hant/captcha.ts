import type { texts as english } from '../en/captcha.ts'

export const texts: Record<keyof typeof english, string> = {
  'captcha.title': '簡單驗證',
  'captcha.hint': '輸入圖片中的字元，或您聽到的數字。',
  'captcha.picture': '帶有幾個字元的圖片',
  'captcha.another': '換一張圖片',
  'captcha.hear': '改用語音',
  'captcha.code': '字元',
  'captcha.wrong': '輸入不正確，請看新的圖片。',
  'captcha.check': '繼續',
}
