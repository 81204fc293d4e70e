import type { texts as english } from '../en/visit-email.ts'

export const texts: Record<keyof typeof english, string> = {
  'visit.email.title': '您的邮箱',
  'visit.email.hint': '请求文件的人想知道文件由谁发送。我们会向您发送验证码以确认您的邮箱。',
  'visit.email': '邮箱',
  'visit.email.empty': '请输入邮箱地址。',
  'visit.email.wrong': '这不像邮箱地址。',
  'visit.email.undelivered': '无法向此邮箱发送邮件，请检查。',
  'visit.email.send': '发送验证码',
  'visit.email.other': '使用其他邮箱',
  'visit.email.noMail': '此服务器目前无法发送邮件。请告诉向您发送链接的人。',
}
