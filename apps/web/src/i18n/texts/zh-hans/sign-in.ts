import type { texts as english } from '../en/sign-in.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.page': '登录',
  'signIn.title': '欢迎回来',
  'signIn.subtitle': '登录后查看你的文件。',
  'signIn.username': '邮箱、手机号或用户名',
  'signIn.username.missing': '请输入邮箱、手机号或用户名。',
  'signIn.password': '密码',
  'signIn.password.missing': '请输入密码。',
  'signIn.continue': '继续',
  'signIn.submit': '登录',
  'signIn.newHere': '还没有账号？',
  'signIn.create': '创建账号',
}
