import type { texts as english } from '../en/captcha.ts'

export const texts: Record<keyof typeof english, string> = {
  'captcha.title': '간단한 확인',
  'captcha.hint': '그림의 글자를 입력하거나 들리는 숫자를 입력하세요.',
  'captcha.picture': '글자 몇 개가 있는 그림',
  'captcha.another': '다른 그림',
  'captcha.hear': '소리로 듣기',
  'captcha.code': '글자',
  'captcha.wrong': '일치하지 않습니다. 새 그림을 보여 드립니다.',
  'captcha.check': '계속',
}
