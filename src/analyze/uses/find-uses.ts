import { isTestFile } from '../../model/test-files.ts';
import { isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isAnswerKey } from '../callers/stubbed-calls.ts';
import { isSentByBaseQuery } from '../clients/own-base-query.ts';
import type { Evaluator } from '../evaluator.ts';
import { isGivenToAwait } from '../following/awaited-instances.ts';
import { isKeptByError } from '../following/caught-errors.ts';
import { Follower } from '../following/follower.ts';
import { isCalledByOthers } from '../following/handed-functions.ts';
import { listKeptReadings } from '../following/kept-readings.ts';
import { isPassedToNext } from '../following/next-middlewares.ts';
import { findSplitPiece, findTakenApart } from '../following/split-texts.ts';
import type { Importers } from '../importing/importers.ts';
import {
  isInAddress,
  isMeasured,
  isNoted,
  isPutIntoAnother,
  isRequestSent,
  isSentForOthers,
} from '../outsiders/bare-names.ts';
import { namesFile } from '../outsiders/file-names.ts';
import { isSetting } from '../outsiders/framework-settings.ts';
import { isKnownAsWritten } from '../outsiders/known-as-written.ts';
import { type Asked, isBehindOtherHost, isOwnUrl } from '../outsiders/other-hosts.ts';
import { isKeptOutside } from '../outsiders/outside-stores.ts';
import { listPageUses } from '../outsiders/page-scripts.ts';
import { isRehosted } from '../outsiders/rehosted-urls.ts';
import { isLinkInMarkup, isSentWithin } from '../outsiders/routes.ts';
import { isCutShown, isSeenByOthers } from '../outsiders/seen-by-others.ts';
import { isPutBehindAnother } from '../outsiders/sent-elsewhere.ts';
import { isSigned } from '../outsiders/signed-texts.ts';
import { namesTable } from '../outsiders/table-names.ts';
import { isThrownAsPlace } from '../outsiders/thrown-places.ts';
import { becomesPattern } from '../questions/asked-for-texts.ts';
import { isAskedForMember } from '../questions/asked-tables.ts';
import { isThrown } from '../questions/asserted-messages.ts';
import { isCounted } from '../questions/counted-texts.ts';
import { dependsOnText } from '../questions/dependent-texts.ts';
import { isDigestSent } from '../questions/digests.ts';
import { reportFinders, reportFoundBy } from '../questions/listed-urls.ts';
import { givesAnother, reportReadInstead } from '../questions/other-answers.ts';
import { isMatched } from '../questions/path-matchers.ts';
import { isPieceSet, isPieceTaken } from '../questions/pieces.ts';
import { isAmongOthers, isComparedWithAnother, isSteady } from '../questions/steady-questions.ts';
import { asksTable, findBarePath, isAnsweredAlike, isPieceRead } from '../questions/taken-pieces.ts';
import { listQuestionsAbout } from '../questions/unvisited-questions.ts';
import { isMatchedWhole, readUrl } from '../questions/url-questions.ts';
import { isWeakUse } from '../questions/weak-uses.ts';
import { isAskedByFake, isPathnameOfFake } from '../references/asked-pathnames.ts';
import { findRestrictingType } from '../typing/typed-literals.ts';
import { isCovered, isJoined } from './explained-places.ts';
import { isAddedTo, isTested } from './idle-places.ts';
import { isHarmless, isInspected, isKept } from './judge-use.ts';
import { OpenPlaces } from './open-places.ts';
import { ANY, CALL, isOnlyNamed, type Place, readMembers } from './places.ts';
import { ReportedUses } from './reported-uses.ts';
import { isUnread } from './unread-places.ts';
import { deriveText, widenText } from './widened-texts.ts';

/** Follows a literal through the names that it is bound to, and reports the uses that no listed request explains. */
export class UseSearch {
  readonly reported: ReportedUses;
  readonly #evaluator: Evaluator;
  readonly #covered: ReadonlySet<number>;
  readonly #literal: number;
  readonly #node: SyntaxNode;
  readonly #open: OpenPlaces;
  readonly #follower: Follower;
  readonly #asked: () => Asked;
  readonly #isSent: boolean;
  readonly #seen = new Set<SyntaxNode>();

  /** `asked`: what requests ask; `isSent`: one of them is made of the literal. */
  constructor(
    evaluator: Evaluator,
    importers: Importers,
    covered: ReadonlySet<number>,
    literal: SyntaxNode,
    asked: () => Asked,
    isSent: boolean,
  ) {
    this.#isSent = isSent;
    this.#asked = asked;
    this.#evaluator = evaluator;
    this.#covered = covered;
    this.#literal = evaluator.identify(literal);
    this.#node = literal;
    this.reported = new ReportedUses(evaluator, literal);
    this.#open = new OpenPlaces(evaluator);
    this.#follower = new Follower(evaluator, importers, this.#open, this.reported, literal);
  }

  run(start: Place): void {
    if (isAnswerKey(start.node, start.module)) return;
    // The literal itself is where the text is written, not a use of it, unless it names something there.
    if (isKnownAsWritten(start, this.#askOf(start), this.#isSent))
      this.reported.report(start, getParent(widenText(start.node)) ?? start.node);
    this.#follower.advance(start, true);
    const type = findRestrictingType(this.#evaluator, start.node, start.module);
    if (type !== null) this.reported.reportType(type);
    this.#open.addReadings(listKeptReadings(this.#evaluator, this.#evaluator.identify(start.node)), [], start);
    this.reported.reportTextTable(start);
    if (!this.#isSent) reportFinders(this.reported, start, this.#evaluator);
    for (const use of listPageUses(this.#evaluator, start.node, start.module)) this.reported.add(use);
    this.#judgeOpen();
    for (const { node, module, isUrl } of listQuestionsAbout(this.#evaluator, this.#literal)) {
      const unvisited = { entered: [], isHandedOver: true, isUnvisited: true, handed: null } as const;
      if (!this.#seen.has(node)) this.#open.add({ node, module, path: [], isUrl, ...unvisited });
    }
    this.#judgeOpen();
    const { beyond } = this.#open;
    if (beyond !== null) this.reported.report(beyond, getParent(beyond.node) ?? beyond.node);
  }

  #judgeOpen(): void {
    for (let place = this.#open.take(); place !== undefined; place = this.#open.take()) this.#judge(place);
  }

  /** What is done with a place where the value is read. */
  #judge(start: Place): void {
    const read = readMembers(start);
    if (read === null) return;
    const place = { ...start, ...read, isUnexplained: false };
    this.#seen.add(place.node);
    if (start.path.includes(CALL) && givesAnother(this.#evaluator, this.#literal, place)) return;
    const { module, node } = place;
    const parent = getParent(node);
    if (parent === undefined) return;
    if (isPieceSet(start.node, module, this.reported.path)) this.reported.report(place, parent);
    this.#follower.fill(parent, place);
    if (isUnread(parent, place) || isTested(parent, node) || isOnlyNamed(place, parent, this.#node)) return;
    const ask = this.#askOf(place);
    const isOther = isThrownAsPlace(place) || namesTable(place, this.reported.path.text);
    if (isOther || isKnownAsWritten(place, ask, this.#isSent) || dependsOnText(place, ask, this.reported)) {
      this.reported.report(place, parent);
      return;
    }
    if (isSteady(this.#evaluator, place, parent, this.reported.path)) return;
    if (place.path.length === 0 && !place.isUrl && isAnsweredAlike(ask)) return;
    if (isSentByBaseQuery(this.#evaluator, node, place.path)) return;
    if (isPassedToNext(node, module) || (place.path.length > 0 && isGivenToAwait(node, module))) return;
    if (!isTestFile(module.path) && !this.#isCovered(start, node) && this.#isOfAnAddress(place, parent)) return;
    if (place.isHandedOver && isThrown(node, module)) {
      this.reported.reportHandedMessage(place, parent);
      // `throw new ApiError(path, response.status)`: an error of the project keeps it for who catches it.
      if (isKeptByError(place, parent)) this.#follower.advance(place, true);
      return;
    }
    const isPath = place.path.length === 0 && !place.isUrl;
    const isAsked = isPath && (this.#isAskedForPiece(place, parent) || isLinkInMarkup(node));
    if (isAsked || this.#isTakenApart(start, place)) {
      if (place.isHandedOver && isPathnameOfFake(this.#evaluator, node, module)) return;
      this.reported.report(place, parent);
      return;
    }
    if (this.#goesOnSplit(place, isPath)) return;
    if (!(place.isUrl && isMatchedWhole(node)) && isHarmless(this.#evaluator, node, module)) {
      if (isPath && isCutShown(node, module)) this.reported.report(place, parent, '', true);
      return;
    }
    if (isPutBehindAnother(this.#evaluator, place)) {
      this.reported.report(place, parent);
      return;
    }
    if (place.path.length === 0 && isAskedByFake(this.#evaluator, node, module)) return;
    if (place.isHandedOver && isPathnameOfFake(this.#evaluator, node, module)) return;
    if (place.isHandedOver && isComparedWithAnother(parent, node, this.reported.path, place.isPathname === true))
      return;
    if (place.path.length === 0 && isAmongOthers(this.#evaluator, module, deriveText(node), this.reported.path)) return;
    if (place.isUrl) {
      this.#judgeUrl(start, place, parent);
      return;
    }
    if (isAddedTo(parent, node)) return;
    if (!this.#isCovered(start, node) && reportReadInstead(this.reported, ask, start, place)) return;
    if (isSetting(module, parent) && !this.#isCovered(start, node)) {
      this.reported.report(place, parent);
      return;
    }
    if (place.isHandedOver && !place.isAnswer && !this.#isCovered(start, node)) this.reported.reportRecalled(place);
    if (this.#follower.elements.iterate(place, parent)) return;
    if (place.path.length === 0 && isWeakUse(this.#evaluator, node, module))
      this.reported.report(place, parent, '', true);
    // Also of what goes on from there as an element.
    this.reported.reportSharedKeys(place, deriveText(node));
    if (this.#follower.advance(place, this.#isCovered(start, node))) return;
    if (!this.#isCovered(start, node) && isCalledByOthers(this.#evaluator, place)) this.reported.report(place, parent);
    // A function that is not called here gives nothing back; to call or make something is not to read its members.
    if (place.path.includes(CALL) || (isCallNode(parent) && 'callee' in parent && parent.callee === node)) return;
    const isMadeOther = place.isEncoded === true && isPutIntoAnother(this.#evaluator, module, node, this.#literal);
    if (!isMadeOther && (this.#isCovered(start, node) || isRequestSent(this.#evaluator, module, node))) return;
    if (!isMadeOther && isSentForOthers(this.#evaluator, module, node, this.#literal, this.#covered)) return;
    if (isThrown(node, module)) {
      this.reported.reportMessage(place, parent);
      return;
    }
    // `res.json(await api.get('/calls'))`: nobody looks for the address in a whole answer of axios, which has it far within.
    if (place.isAnswer && place.path.length > 1) return;
    const counts =
      isMadeOther ||
      !(place.isHandedOver || place.isAnswer) ||
      isInspected(this.#evaluator, module, parent, node) ||
      this.#isInspectedWithin(place) ||
      isAskedForMember(this.#evaluator, place, this.reported.path.text) ||
      isMatched(this.#evaluator, module, node) ||
      becomesPattern(node, module) ||
      isKept(this.#evaluator, module, node) ||
      isSentWithin(place) ||
      namesFile(this.#evaluator, module, node) ||
      isKeptOutside(this.#evaluator, module, node) ||
      (this.reported.isBareName && !place.isAnswer && !isSigned(node, module) && !this.#isOfAddress(place, node));
    if (counts) this.reported.report(place, parent);
    else if (isSeenByOthers(this.#evaluator, place, this.#literal)) this.reported.report(place, parent, '', true);
    else this.reported.reportSearched(place);
  }

  /** `path.match(/^\/(\w+)/)[1]`, `LIMITS[path.split('?')[0]]`, `Object.hasOwn(LIMITS, path)` */
  #isAskedForPiece(place: Place, parent: SyntaxNode): boolean {
    const { node, module } = place;
    if (isPieceRead(this.#askOf(place)) || asksTable(this.#evaluator, module, parent, node)) return true;
    if (isCounted(parent, node, this.reported.path)) return true;
    const bare = findBarePath(node, module);
    const around = bare === null ? undefined : getParent(bare);
    return bare !== null && around !== undefined && isInspected(this.#evaluator, module, around, bare);
  }

  #askOf({ node, module, asked: request }: Place) {
    return { evaluator: this.#evaluator, literal: this.#literal, path: this.reported.path, node, module, request };
  }

  #goesOnSplit(place: Place, isPath: boolean): boolean {
    const split = isPath ? findSplitPiece(place, this.#node, place.isAnswer) : null;
    // `for (const line of lines) { const [, path] = line.split(','); … }`
    const apart = split === null ? findTakenApart(place) : null;
    if (split !== null) this.#open.add({ ...place, node: split.call, path: [String(split.index)] });
    if (apart !== null) this.#open.add({ ...place, node: apart, path: [ANY], isUrl: false, isHandedOver: true });
    return split !== null || apart !== null;
  }

  /** `path.split('/')[1]`, `pieces[1]` of `const pieces = path.split('/')` */
  #isTakenApart(start: Place, { node, path, isUrl, module }: Place): boolean {
    if (isUrl) return false;
    if (path.length === 0 && isPieceTaken(node, module, true, this.reported.path)) return true;
    return start.path.length > 0 && isPieceTaken(start.node, module, false, this.reported.path);
  }

  /** A whole URL goes on as it is, unless it is asked for its path, or its path is taken out of it. */
  #judgeUrl(start: Place, place: Place, parent: SyntaxNode): void {
    const { node } = place;
    const isRenamed = !this.#isCovered(start, node) && isRehosted(this.#evaluator, place, parent);
    const isSent = isRenamed || isDigestSent(this.#evaluator, place, parent, this.#literal);
    const reading = place.path.length > 0 || place.isDigest ? null : readUrl(parent, node, this.#askOf(place));
    if (place.path.length === 0) reportFoundBy(this.reported, place, parent, this.#askOf(place));
    if (isSent || reading === 'asked') this.reported.report(place, parent);
    else if (reading === null) {
      if (isAddedTo(parent, node) || this.#follower.elements.iterate(place, parent)) return;
      this.#follower.advance(place, this.#isCovered(start, node));
    } else if (reading !== 'same')
      this.#open.add(
        reading.isPath
          ? { ...place, node: reading.node, isUrl: false, isHandedOver: true, isPathname: true }
          : { ...place, node: reading.node },
      );
  }

  /** Behind the address of another server it is a page; behind that of the requests it is their URL. */
  #isOfAnAddress(place: Place, parent: SyntaxNode): boolean {
    const isOther = isBehindOtherHost(this.#evaluator, place, this.#asked);
    const isUrl = !isOther && !place.isUrl && isOwnUrl(this.#evaluator, place, this.#covered);
    if (isOther) this.reported.report(place, parent);
    if (isUrl) this.#open.add({ ...place, node: widenText(place.node), isUrl });
    return isOther || isUrl;
  }

  /** `FLAGS[`endpoint:${path}`]`, `ALLOWED.has(path.trim())`: what is made of it, and is no address, is asked. */
  #isInspectedWithin({ node, module }: Place): boolean {
    const whole = deriveText(node);
    const around = getParent(whole);
    if (whole === node || around === undefined || !isInspected(this.#evaluator, module, around, whole)) return false;
    return !isInAddress(this.#evaluator, module, node, this.#literal);
  }

  /** Does it tell how the text is sent, or make another address of it? */
  #isOfAddress(place: Place, node: SyntaxNode): boolean {
    return (
      isNoted(node) ||
      isMeasured(node) ||
      isInAddress(this.#evaluator, place.module, node, this.#literal) ||
      isJoined(this.#evaluator, place, this.#literal)
    );
  }

  #isCovered(place: Place, node: SyntaxNode): boolean {
    return isCovered(this.#evaluator, this.#covered, place, node);
  }
}
