import type { texts as english } from '../en/captcha.ts'

export const texts: Record<keyof typeof english, string> = {
  'captcha.title': '简单验证',
  'captcha.hint': '输入图片中的字符，或您听到的数字。',
  'captcha.picture': '带有几个字符的图片',
  'captcha.another': '换一张图片',
  'captcha.hear': '改用语音',
  'captcha.code': '字符',
  'captcha.wrong': '输入不正确，请看新的图片。',
  'captcha.check': '继续',
}
