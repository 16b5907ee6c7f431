/** The states of components on an application's own pages. */
import { MessageCard, SelectedTeamSwitcher, UserAvatar, UserButton } from "keystile/react"
import { list, user } from "../stage/service.ts"
import type { State } from "./state.ts"

const trigger = { press: ".ks-trigger" }
const noop = () => {}
const noHeading = "page-has-heading-one"

const full = <UserButton showUserInfo colorModeToggle={noop} extraItems={[{ text: "Billing", onClick: noop }]} />
const fails = async () => {
  throw new Error("The gallery has no such action.")
}
const ada = { displayName: "Ada Okafor", profileImageUrl: null }

export const partStates: ReadonlyArray<State> = [
  { of: "UserButton", name: "signed in", part: <UserButton />, signedIn: true, shows: ".ks-avatar", except: noHeading },
  {
    of: "UserButton",
    name: "with name and address",
    part: full,
    signedIn: true,
    shows: ".ks-person-text",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "open",
    part: full,
    signedIn: true,
    acts: [trigger],
    shows: "[role=menu]",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "an entry that failed",
    part: <UserButton showUserInfo extraItems={[{ text: "Billing", onClick: fails }]} />,
    signedIn: true,
    acts: [trigger, { press: "button[role=menuitem]" }],
    shows: ".ks-notice",
    except: noHeading
  },
  { of: "UserButton", name: "signed out", part: full, acts: [trigger], shows: "[role=menu]", except: noHeading },
  {
    of: "UserButton",
    name: "loading",
    part: full,
    signedIn: true,
    answers: { "GET /users/me": "never" },
    shows: ".ks-bone",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "not loaded",
    part: full,
    signedIn: true,
    answers: { "GET /users/me": { status: 418 } },
    acts: [trigger],
    shows: "[role=menu]",
    except: noHeading
  },
  {
    of: "SelectedTeamSwitcher",
    name: "a team",
    part: <SelectedTeamSwitcher />,
    signedIn: true,
    shows: ".ks-trigger",
    except: noHeading
  },
  {
    of: "SelectedTeamSwitcher",
    name: "open",
    part: <SelectedTeamSwitcher />,
    signedIn: true,
    acts: [trigger],
    shows: "[role=menuitemradio]",
    except: noHeading
  },
  {
    of: "SelectedTeamSwitcher",
    name: "no team",
    part: <SelectedTeamSwitcher />,
    signedIn: true,
    acts: [trigger],
    answers: {
      "GET /users/me": { json: user({ selected_team: null, selected_team_id: null }) },
      "GET /teams": list([])
    },
    shows: "[role=menu]",
    except: noHeading
  },
  {
    of: "UserAvatar",
    name: "sizes",
    part: (
      <>
        <UserAvatar user={ada} />
        <UserAvatar user={ada} size={60} border />
        <UserAvatar user={{ primaryEmail: "noor@fernhill.example" }} />
        <UserAvatar />
      </>
    ),
    shows: ".ks-avatar",
    except: noHeading
  },
  {
    of: "MessageCard",
    name: "an action that failed",
    part: (
      <MessageCard
        level={1}
        title="The orchard is closed"
        primaryButtonText="Wait"
        primaryAction={fails}
        secondaryButtonText="Leave"
      />
    ),
    acts: [{ press: ".ks-button" }],
    shows: ".ks-notice"
  },
  {
    of: "MessageCard",
    name: "two ways on",
    part: (
      <MessageCard level={1} title="The orchard is closed" primaryButtonText="Wait" secondaryButtonText="Leave">
        <p className="ks-text">It opens at nine.</p>
      </MessageCard>
    ),
    shows: ".ks-card"
  }
]
