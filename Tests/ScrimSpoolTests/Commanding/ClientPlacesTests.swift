import Testing
import scrimd

/// Which connections to `control.sock` give their places to others.
@Suite struct ClientPlacesTests {
  /// Sixteen places, two of them reserved: all taken, the first connection being idle longest.
  private func full(of users: [UInt32], isIdle: Bool) -> ClientPlaces {
    var places = ClientPlaces(most: 16)
    let now = ContinuousClock.now
    for (number, user) in users.enumerated() {
      places.add(Int32(number), of: user, isTrusted: false)
      places.note(Int32(number), idleSince: isIdle ? now + .milliseconds(number) : nil)
    }
    return places
  }

  private let two = Array(repeating: 1 as UInt32, count: 6) + Array(repeating: 2, count: 8)

  @Test func theLargestUsersLongestIdleOneGoesFirst() {
    let places = full(of: two, isIdle: true)
    #expect(places.admission(of: 3, isTrusted: false) == .replace(6))
    #expect(places.admission(of: 1, isTrusted: false) == .replace(6))
    #expect(places.admission(of: 2, isTrusted: false) == .replace(6))
  }

  @Test func requestsThatAreNotBegunGiveWay() {
    let places = full(of: two, isIdle: false)
    #expect(places.admission(of: 3, isTrusted: false) == .withdraw(2))
    #expect(places.admission(of: 2, isTrusted: false) == .refuse)
    #expect(places.admission(of: 0, isTrusted: true) == .free)
  }

  @Test func trustedUsersHavePlacesOfTheirOwn() {
    var places = full(of: two, isIdle: false)
    places.add(100, of: 0, isTrusted: true)
    places.add(101, of: 9, isTrusted: true)
    #expect(places.admission(of: 5, isTrusted: true) == .withdraw(2))
    places.remove(0)
    #expect(places.admission(of: 5, isTrusted: true) == .free)
  }
}
