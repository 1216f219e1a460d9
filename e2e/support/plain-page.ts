import { type Cheerio, type CheerioAPI, load } from 'cheerio'
import type { Person } from './person.ts'

/** A whole name, or a pattern for it. The label of a field may be longer, as in "Description (optional)". */
type Name = string | RegExp

/** A text, an option of a list, whether a box is checked, or a file. */
type Value = string | boolean | File

type Elements = Cheerio<ReturnType<CheerioAPI>[number]>

/** Elements that a browser without JavaScript never shows. */
const unseen = 'script, style, template, [hidden], dialog:not([open])'

const controls = 'input, select, textarea'

const words = (text: string) => text.replace(/\s+/g, ' ').trim()

const fits = (text: string, name: Name) => (typeof name === 'string' ? text === name : name.test(text))

/**
 * A page as a browser without JavaScript shows it. Links are followed and forms are sent over HTTP, which takes a tenth of
 * a browser's processor time. Nothing is laid out.
 */
export class PlainPage {
  readonly #person: Person
  readonly #headers: Record<string, string>
  #url: URL
  #status = 0
  #document = load('')
  #before: { url: URL; document: CheerioAPI } | undefined

  /** @param headers additional headers of each request, such as the languages of the browser */
  constructor(person: Person, baseUrl: string, headers: Record<string, string> = {}) {
    this.#person = person
    this.#url = new URL(baseUrl)
    this.#headers = headers
  }

  get status(): number {
    return this.#status
  }

  /** The path of the page with its query, after redirects. */
  get path(): string {
    return this.#url.pathname + this.#url.search
  }

  async open(path: string): Promise<void> {
    await this.#load(path)
  }

  async follow(link: Name): Promise<void> {
    await this.#load(this.linkTo(link))
  }

  /** The target of the link with this name. Several links with the name have one target. */
  linkTo(name: Name): string {
    const [target, ...others] = new Set(this.#named('a[href]', name).map((link) => link.attr('href')))
    if (!target || others.length > 0) throw new Error(`no single link ${name} on ${this.path}`)
    return target
  }

  /** Shows the previous page again, with the values that were entered there. */
  back(): void {
    const before = this.#before
    if (!before) throw new Error('there is no previous page')
    this.#url = before.url
    this.#document = before.document
  }

  /**
   * Enters values into the fields with these labels, and presses a button of the only form that has all of them.
   *
   * @param within selector of an element that contains the button, where several buttons have the name
   */
  async submit(button: Name, values: Record<string, Value> = {}, within = 'body'): Promise<void> {
    const labels = Object.keys(values)
    const possible = this.#named(`${within} button:not([type=button]):enabled`, button).filter((found) =>
      labels.every((label) => this.#labelled(label, this.#formOf(found)).length > 0),
    )
    const [pressed] = possible
    if (!pressed || possible.length > 1) {
      const wanted = `${possible.length} forms with ${button} and ${labels.join(', ')} on ${this.path}`
      throw new Error(
        `${wanted}, which has ${[...this.names('button'), ...this.names(controls)].join(' | ')}`,
      )
    }
    const form = this.#formOf(pressed)
    const files: [string, File][] = []
    for (const [label, value] of Object.entries(values)) {
      const field = this.#only(this.#labelled(label, form), label)
      if (value instanceof File) files.push([field.attr('name') ?? '', value])
      else this.#enter(field, value)
    }
    await this.#send(form, pressed, files)
  }

  /** The value of the field with this label. */
  valueOf(label: Name): string {
    return String(this.#field(label).val() ?? '')
  }

  isChecked(label: Name): boolean {
    return this.#field(label).is(':checked')
  }

  /** The description of a refused field, which screen readers announce. Empty if the field is not refused. */
  errorAt(label: Name): string {
    const field = this.#field(label)
    return field.attr('aria-invalid') === 'true' ? this.#textsOf(field.attr('aria-describedby')) : ''
  }

  /** The text that is in all elements with this selector. */
  text(selector = 'body'): string {
    return words(this.#document(selector).text())
  }

  /** The text of each element with this selector. */
  texts(selector: string): string[] {
    return this.#all(selector).map((found) => words(found.text()))
  }

  /** The names of buttons, of links or of images. */
  names(selector: string): string[] {
    return this.#all(selector).map((found) => this.#nameOf(found))
  }

  attribute(selector: string, name: string): string | undefined {
    return this.#document(selector).attr(name)
  }

  async #load(path: string, init: RequestInit = {}): Promise<void> {
    const headers = { accept: 'text/html', referer: this.#url.href, ...this.#headers }
    let url = new URL(path, this.#url)
    let response = await this.#person.request(url.href, {
      ...init,
      headers: { ...headers, ...(init.method && { origin: url.origin }) },
    })
    for (;;) {
      const location = response.headers.get('location')
      if (location === null) break
      url = new URL(location, url)
      response = await this.#person.request(url.href, { headers })
    }
    this.#before = { url: this.#url, document: this.#document }
    this.#url = url
    this.#status = response.status
    this.#document = load(await response.text(), { scriptingEnabled: false })
    this.#document(unseen).remove()
  }

  async #send(form: Elements, pressed: Elements, files: [string, File][]): Promise<void> {
    const entries = form.serializeArray().map(({ name, value }): [string, string] => [name, value])
    const name = pressed.attr('name')
    if (name) entries.push([name, pressed.attr('value') ?? ''])
    const action = pressed.attr('formaction') ?? form.attr('action') ?? this.#url.href
    const fields = new URLSearchParams(entries)
    if (form.attr('method')?.toUpperCase() !== 'POST') {
      const target = new URL(action, this.#url)
      target.search = fields.toString()
      return this.#load(target.href)
    }
    if (form.attr('enctype') !== 'multipart/form-data')
      return this.#load(action, { method: 'POST', body: fields })
    const body = new FormData()
    for (const [key, value] of entries) body.append(key, value)
    for (const [key, file] of files) body.append(key, file)
    // A browser sends an empty file for a field without one.
    for (const field of this.#all('input[type=file]', form)) {
      const key = field.attr('name') ?? ''
      if (!body.has(key)) body.append(key, new File([], ''))
    }
    return this.#load(action, { method: 'POST', body })
  }

  #enter(field: Elements, value: string | boolean): void {
    if (typeof value === 'boolean') field.prop('checked', value)
    else if (field.is('select')) {
      const options = this.#all('option', field).filter(
        (option) => words(option.text()) === value || option.attr('value') === value,
      )
      field.val(this.#only(options, value).attr('value') ?? value)
    } else field.val(value)
  }

  #all(selector: string, within?: Elements): Elements[] {
    const found = within ? within.find(selector) : this.#document(selector)
    return found.toArray().map((element) => this.#document(element))
  }

  #named = (selector: string, name: Name) =>
    this.#all(selector).filter((found) => fits(this.#nameOf(found), name))

  #labelled(label: Name, within?: Elements): Elements[] {
    const fields = this.#all(controls, within)
    const exact = fields.filter((field) => fits(this.#nameOf(field), label))
    if (exact.length > 0 || typeof label !== 'string') return exact
    return fields.filter((field) => this.#nameOf(field).startsWith(label))
  }

  #field = (label: Name) => this.#only(this.#labelled(label), label)

  #only(found: Elements[], name: Name): Elements {
    const [first] = found
    if (!first || found.length > 1) throw new Error(`${found.length} of ${name} on ${this.path}`)
    return first
  }

  #formOf(button: Elements): Elements {
    const id = button.attr('form')
    return id ? this.#document(`form[id="${id}"]`) : button.closest('form')
  }

  #nameOf(found: Elements): string {
    const label =
      found.attr('aria-label') ?? found.attr('alt') ?? this.#textsOf(found.attr('aria-labelledby'))
    if (label) return words(label)
    if (!found.is(controls)) return words(found.text())
    const id = found.attr('id')
    return words((id && this.#document(`label[for="${id}"]`).text()) || found.closest('label').text())
  }

  /** The texts of the elements with these ids. */
  #textsOf = (ids = '') =>
    ids
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => words(this.#document(`[id="${id}"]`).text()))
      .join(' ')
}
