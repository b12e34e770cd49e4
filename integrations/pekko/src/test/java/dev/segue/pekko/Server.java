// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import java.io.IOException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;

/// A process with the newer version of the application on its class path.
final class Server {

  private Server() {}

  /// Prints the address of the actor `echo`, and ends when its standard input does.
  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    ClassLoader loader = Server.class.getClassLoader();
    ActorSystem system = Systems.create("server", loader, Systems.REMOTE, Systems.APP);
    ActorRef echo = system.actorOf(Props.create(loader.loadClass("app.Echo")), "echo");
    var address = ((ExtendedActorSystem) system).provider().getDefaultAddress();
    System.out.println(echo.path().toStringWithAddress(address));
    while (System.in.read() >= 0) {}
    Systems.stop(system);
  }
}
